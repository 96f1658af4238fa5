/** @jsxImportSource preact */
import { renderToString } from 'preact-render-to-string';
import { Page } from './preact-page.jsx';

export const html = () => renderToString(<Page />);
