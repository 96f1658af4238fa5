// The page of a partner without a framework.
import { state } from './state.js';

export const html = () => `
  <lending-onboarding class="journey" history="off" endpoint="${state.endpoint}">
    <p slot="sign-in">${state.words}</p>
  </lending-onboarding>
  <lending-widget></lending-widget>
  <lending-documents></lending-documents>`;
