import { mount } from 'svelte';
import 'lending-elements/cdn/lending-elements.css';
import Funding from './Funding.svelte';

mount(Funding, { target: document.querySelector('#app') });
