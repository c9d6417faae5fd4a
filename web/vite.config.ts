import { fileURLToPath, URL } from 'node:url'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

/** Where `npm run dev` sends the API calls; the built pages are served by the same process as the API. */
const server = process.env.PINGCE_SERVER ?? 'http://127.0.0.1:8000'

export default defineConfig({
  plugins: [vue()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  build: {
    outDir: fileURLToPath(new URL('../src/pingce/server/static', import.meta.url)),
    emptyOutDir: true,
    // ECharts alone is larger than the default limit; it is loaded only by the pages that draw.
    chunkSizeWarningLimit: 1200,
    rollupOptions: {
      output: {
        manualChunks(id: string) {
          if (/node_modules\/(echarts|zrender)\//.test(id)) return 'echarts'
          if (/node_modules\/(vue|@vue|vue-router)\//.test(id)) return 'vue'
          return undefined
        },
      },
    },
  },
  server: { proxy: { '/api': { target: server, changeOrigin: false } } },
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts', 'tests/**/*.test.ts'] },
})
