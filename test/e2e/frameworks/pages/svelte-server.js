import { render } from 'svelte/server';
import Page from './svelte-page.svelte';

export const html = () => render(Page).body;
