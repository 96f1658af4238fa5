import { generateHydrationScript, renderToString } from 'solid-js/web';
import { Page } from './solid-page.jsx';

export const html = () => generateHydrationScript() + renderToString(() => <Page />);
