// The first step as a developer writes it without a library: markup as text, one listener, and checks by hand.
import * as firstStep from './fields.js';

const input = (name, describedBy, autocomplete = 'off', inputmode = '') =>
  `<input type="text" id="${name}" name="${name}" autocomplete="${autocomplete}" spellcheck="false"${
    describedBy ? ` aria-describedby="${describedBy}"` : ''
  }${inputmode ? ` inputmode="${inputmode}"` : ''}>`;

const notes = ({ name, hint }) => (hint ? `<p class="hint" id="${name}-hint">${hint}</p>` : '');

function markupOf(field) {
  const { name, label, hint, width = 'l', autocomplete, isDate } = field;
  if (!isDate)
    return `<div class="field width-${width}"><label for="${name}">${label}</label>${notes(field)}${input(
      name,
      hint && `${name}-hint`,
      autocomplete,
    )}</div>`;
  const parts = firstStep.DATE_PARTS.map(
    (part) =>
      `<div class="${part === 'year' ? 'long' : ''}"><label for="${name}.${part}">${firstStep.capital(part)}</label>${input(
        `${name}.${part}`,
        '',
        'off',
        'numeric',
      )}</div>`,
  );
  return `<fieldset class="field" aria-describedby="${name}-hint"><legend>${label}</legend>${notes(
    field,
  )}<div class="parts">${parts.join('')}</div></fieldset>`;
}

const markup = `<div class="journey" role="group" aria-label="Apply for business funding">
<div class="top"><p class="hint">${firstStep.STEP}</p><ol class="steps" role="list" aria-label="Steps">${firstStep.STEPS.map(
  (step, at) =>
    `<li class="${at ? '' : 'reached'}"${at ? '' : ' aria-current="step"'}><span class="hidden">${step}</span></li>`,
).join('')}</ol></div>
<form novalidate aria-labelledby="heading">
<h2 id="heading" tabindex="-1">${firstStep.HEADING}</h2>
${markupOf(firstStep.FIELDS[0])}
<details class="given"><summary>${firstStep.ONLY} <b>Something else?</b></summary><p>${firstStep.NOT_RIGHT}</p></details>
${firstStep.FIELDS.slice(1).map(markupOf).join('')}
<fieldset class="group" aria-describedby="address-hint"><legend class="title">${firstStep.ADDRESS.legend}</legend>
<p class="hint" id="address-hint">${firstStep.ADDRESS.hint}</p>${firstStep.ADDRESS.fields.map(markupOf).join('')}</fieldset>
<div class="actions"><button class="primary" type="submit">Continue</button></div>
<p class="hidden" role="status"></p></form></div>`;

function problemOf({ name, noun, isDate, maximum }, values) {
  if (isDate)
    return firstStep.dateProblem(
      Object.fromEntries(firstStep.DATE_PARTS.map((part) => [part, values.get(`${name}.${part}`)])),
      noun,
    );
  const text = values.get(name).trim();
  if (!text) return `Enter ${noun}`;
  return text.length > maximum ? `${firstStep.capital(noun)} must be ${maximum} characters or fewer` : undefined;
}

/** Shows the problem of a field next to it, or removes it. */
function mark(form, { name, hint }, problem) {
  const first = form.querySelector(`[name="${name}"], [name="${name}.day"]`);
  const field = first.closest('.field');
  field.classList.toggle('bad', !!problem);
  field.querySelector('.error')?.remove();
  const describedBy = [hint && `${name}-hint`, problem && `${name}-error`].filter(Boolean).join(' ');
  const described = field.localName === 'fieldset' ? field : first;
  if (describedBy) described.setAttribute('aria-describedby', describedBy);
  else described.removeAttribute('aria-describedby');
  for (const one of field.querySelectorAll('input')) {
    if (problem) one.setAttribute('aria-invalid', 'true');
    else one.removeAttribute('aria-invalid');
  }
  if (!problem) return;
  const error = document.createElement('p');
  Object.assign(error, { className: 'error', id: `${name}-error`, textContent: problem });
  error.insertAdjacentHTML('afterbegin', '<span class="hidden">Error: </span>');
  (field.querySelector('.hint') ?? field.querySelector('label, legend')).after(error);
}

function showSummary(form, problems) {
  form.querySelector('#summary')?.remove();
  const summary = document.createElement('div');
  Object.assign(summary, { className: 'panel', id: 'summary', tabIndex: -1 });
  summary.innerHTML = `<div role="alert"><h3>${firstStep.summaryHeading(problems.length)}</h3><ul></ul></div>`;
  for (const [field, problem] of problems) {
    const link = document.createElement('a');
    Object.assign(link, { href: `#${firstStep.firstInputOf(field)}`, textContent: problem });
    const line = document.createElement('li');
    line.append(link);
    summary.querySelector('ul').append(line);
  }
  form.querySelector('h2').after(summary);
  summary.scrollIntoView({ block: 'nearest' });
  summary.focus({ preventScroll: true });
}

function mountForm(place) {
  place.innerHTML = markup;
  const form = place.querySelector('form');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const values = new FormData(form);
    const problems = [];
    for (const field of firstStep.ALL_FIELDS) {
      const problem = problemOf(field, values);
      if (problem) problems.push([field, problem]);
      mark(form, field, problem);
    }
    if (problems.length > 0) return showSummary(form, problems);
    form.querySelector('#summary')?.remove();
    return void firstStep.send(Object.fromEntries(values));
  });
  return () => place.replaceChildren();
}

globalThis.mountForm = mountForm;
globalThis.unmountForm = mountForm(document.querySelector('#form'));
