import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressedFiles } from './compressed-files.ts';
import { firstPageBudget } from './first-page-budget.ts';
import { guides } from './guides.ts';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    react(),
    guides(),
    // What must have arrived before the first page is seen: sign-in, then the home of a client.
    firstPageBudget({
      bytesMax: 500_000,
      pages: ['src/pages/sign-in/sign-in-page.tsx', 'src/app/shell.tsx', 'src/pages/home/home-page.tsx'],
    }),
    compressedFiles(),
  ],
  build: {
    target: 'es2023',
    // Every browser of that age preloads modules by itself.
    modulePreload: { polyfill: false },
    // Sizes are watched by the budget above.
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What many pages use is one file, because each of its many small ones would be a request before the page shows.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              minShareCount: 10,
              test: /node_modules\/(?:@mantine\/(?:core|hooks|form|notifications)|@floating-ui|@tanstack|react|react-dom|scheduler)\//,
            },
            { name: 'icons', minShareCount: 2, test: /node_modules\/@tabler\/icons-react\// },
            // Small ones of our own, of which every page uses some.
            { name: 'shared', minShareCount: 6, test: /packages\/dashboard\/src\/(?:api|components)\// },
            // Those that homes and lists of transactions have in common. The chart comes after the figures.
            {
              name: 'transactions',
              minShareCount: 2,
              test: /packages\/dashboard\/src\/pages\/(?:home|transactions)\/(?!volume-chart)/,
            },
          ],
        },
      },
    },
  },
  server: {
    // `npx vite packages/dashboard` beside a running service shows changes at once.
    proxy: { '/dashboard/api': 'http://127.0.0.1:4500', '/healthz': 'http://127.0.0.1:4500' },
  },
});
