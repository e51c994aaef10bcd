// @ts-check
// Bundles what runs in the browser in an HTML report, as scripts of one file: npm run build.
import { build } from 'esbuild';

await build({
  entryPoints: [
    { in: 'src/report/html/page/main.ts', out: 'page' },
    { in: 'src/report/html/page/page.css', out: 'page' },
  ],
  outdir: 'dist/report-page',
  bundle: true,
  format: 'iife',
  target: ['es2022', 'chrome109', 'firefox115', 'safari16.4'],
  minify: true,
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
  // What the page means must not hang on settings for editors.
  tsconfigRaw: {},
});
