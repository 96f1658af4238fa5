import solid from 'vite-plugin-solid';

/** In development, your backend answers the calls. */
export default {
  plugins: [solid()],
  server: { proxy: { '/api/lending': 'http://127.0.0.1:3000' } },
};
