import { renderToString } from 'react-dom/server';
import { app } from './react-page.jsx';

export const html = () => renderToString(app);
