/** In development, your backend answers the calls. */
export default { server: { proxy: { '/api/lending': { target: 'http://127.0.0.1:3000', changeOrigin: false } } } };
