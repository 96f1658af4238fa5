/** Vite puts an imported stylesheet into the page. */
declare module '*.css';

/** `npm run build` writes it. The types can be checked before. */
declare module '*/dist/custom-elements.json' {
  const manifest: object;
  export default manifest;
}
