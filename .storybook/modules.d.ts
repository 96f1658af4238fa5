/** Vite puts an imported stylesheet into the page. */
declare module '*.css';

/** `npm run build` writes it. The types can be checked before. */
declare module '*/dist/custom-elements.json' {
  const manifest: object;
  export default manifest;
}

/** Vite gives the text of a stylesheet. */
declare module '*.css?raw' {
  const text: string;
  export default text;
}
