import vue from '@vitejs/plugin-vue';

const template = { compilerOptions: { isCustomElement: (tag) => tag.startsWith('lending-') } };

/** In development, your backend answers the calls. */
export default {
  plugins: [vue({ template })],
  server: { proxy: { '/api/lending': { target: 'http://127.0.0.1:3000', changeOrigin: false } } },
};
