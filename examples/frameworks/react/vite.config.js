export default {
  // In development, your backend answers the calls.
  server: { proxy: { '/api/lending': { target: 'http://127.0.0.1:3000', changeOrigin: false } } },
  // A workspace can have two versions of React: another example here has the other one.
  resolve: { dedupe: ['react', 'react-dom'] },
};
