import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Every browser that runs this application reads woff2: the second copy of each font face would double the build. */
const woff2Only: Plugin = {
  name: 'woff2-only',
  enforce: 'pre',
  transform(code, path) {
    if (!path.includes('@fontsource') || !path.endsWith('.css')) return null;
    return code.replace(/,\s*url\([^)]*\.woff\)\s*format\(['"]woff['"]\)/g, '');
  },
};

const server = process.env.PLUMBLINE_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  // The application may be served below any path: everything it asks for is relative to the page.
  base: './',
  plugins: [woff2Only, react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    chunkSizeWarningLimit: 1200,
    assetsInlineLimit: 0,
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server, '/config/tiles.json': server, '/socket.io': { target: server, ws: true } },
  },
});
