import { create } from 'storybook/theming';

/** The colours of our default theme, for Storybook and its pages of documentation. */
export const theme = create({
  base: 'light',
  brandTitle: 'lending-elements',
  brandUrl: './',
  fontBase: 'system-ui, sans-serif',
  colorPrimary: '#0b4f5c',
  colorSecondary: '#0b4f5c',
  appBg: '#f5f8f9',
  appContentBg: '#ffffff',
  appPreviewBg: '#ffffff',
  appBorderColor: '#dbe2e7',
  appBorderRadius: 10,
  textColor: '#14212b',
  textMutedColor: '#43525e',
  barTextColor: '#43525e',
  barSelectedColor: '#0b4f5c',
  barHoverColor: '#0b4f5c',
  inputBorder: '#6b7a86',
});
