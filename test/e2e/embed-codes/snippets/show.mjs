/** How the made-up vendors paint: in the form of a function that each of their scripts brings along. */
export const SHOW = `function show(token, place) {
  var made = document.createElement('p');
  made.className = 'offers';
  made.textContent = 'Offers for ' + token;
  place.appendChild(made);
}`;

/** A vendor's script that defines one global, as an old-fashioned one would. */
export const sdk = (name, methods) => `(function (w) { ${SHOW} w.${name} = { ${methods} }; })(window);`;

export const MOUNT = `mount: function (o) {
  show(o.token, typeof o.target === 'string' ? document.querySelector(o.target) : o.target);
}`;
