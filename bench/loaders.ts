import { loadCoreSdkScript } from '@paypal/paypal-js/sdk-v6';
import { loadStripe } from '@stripe/stripe-js/pure';
import { loadScript } from '../src/loader/index.js';

/** Each loader as a page calls it. It resolves with the script's global. */
export const calls: Record<string, () => Promise<unknown>> = {
  'lending-elements': () => loadScript('https://vendor.example/widget.js', { global: 'Vendor' }),
  'Stripe (stripe-js)': () => loadStripe('pk_test_sample'),
  'PayPal (paypal-js v6)': () => loadCoreSdkScript({ environment: 'sandbox' }),
};
