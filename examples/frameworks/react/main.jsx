import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import 'lending-elements/cdn/lending-elements.css';
import { Funding } from './funding.jsx';

createRoot(document.querySelector('#app')).render(
  <StrictMode>
    <Funding />
  </StrictMode>,
);
