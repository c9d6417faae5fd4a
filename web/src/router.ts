import { createRouter, createWebHistory, type RouteRecordRaw } from 'vue-router'
import { ensureMe } from '@/session'

declare module 'vue-router' {
  interface RouteMeta {
    /** May be seen without signing in, and without asking who is. */
    open?: boolean
    /** Is shown to everybody, with their name where they have one. */
    anybody?: boolean
    /** i18n key of the window title. */
    title?: string
  }
}

const routes: RouteRecordRaw[] = [
  {
    path: '/login',
    component: () => import('@/pages/login/LoginPage.vue'),
    meta: { open: true, title: 'login.title' },
  },
  {
    path: '/join/:token',
    component: () => import('@/pages/login/JoinPage.vue'),
    props: true,
    meta: { open: true, title: 'join.title' },
  },
  { path: '/', component: () => import('@/pages/home/HomePage.vue'), meta: { title: 'nav.home' } },
  {
    path: '/work/:campaign(\\d+)/:job(\\d+)?',
    component: () => import('@/pages/work/WorkPage.vue'),
    props: ({ params }) => ({ campaign: Number(params.campaign), opened: params.job ? Number(params.job) : null }),
    meta: { title: 'work.title' },
  },
  {
    path: '/review/:campaign(\\d+)/:review(\\d+)?',
    component: () => import('@/pages/review/ReviewPage.vue'),
    props: ({ params }) => ({
      campaign: Number(params.campaign),
      opened: params.review ? Number(params.review) : null,
      appeals: false,
    }),
    meta: { title: 'review.title' },
  },
  {
    path: '/appeals/:campaign(\\d+)',
    component: () => import('@/pages/review/ReviewPage.vue'),
    props: ({ params }) => ({ campaign: Number(params.campaign), opened: null, appeals: true }),
    meta: { title: 'review.appeals' },
  },
  { path: '/inbox', component: () => import('@/pages/inbox/InboxPage.vue'), meta: { title: 'nav.inbox' } },
  { path: '/manage', component: () => import('@/pages/manage/CampaignsPage.vue'), meta: { title: 'nav.manage' } },
  { path: '/manage/new', component: () => import('@/pages/manage/NewCampaignPage.vue'), meta: { title: 'manage.new' } },
  {
    path: '/manage/:campaign(\\d+)/items/:item(\\d+)',
    component: () => import('@/pages/manage/ItemPage.vue'),
    props: ({ params }) => ({ campaign: Number(params.campaign), item: Number(params.item) }),
    meta: { title: 'manage.item' },
  },
  {
    path: '/manage/:campaign(\\d+)/:tab?',
    component: () => import('@/pages/manage/CampaignPage.vue'),
    props: ({ params }) => ({ campaign: Number(params.campaign), tab: String(params.tab || 'overview') }),
    meta: { title: 'nav.manage' },
  },
  { path: '/people', component: () => import('@/pages/people/PeoplePage.vue'), meta: { title: 'nav.people' } },
  { path: '/account', component: () => import('@/pages/account/AccountPage.vue'), meta: { title: 'nav.account' } },
  {
    path: '/:rest(.*)*',
    component: () => import('@/pages/NotFoundPage.vue'),
    meta: { anybody: true, title: 'notFound.title' },
  },
]

export const router = createRouter({
  history: createWebHistory(),
  routes,
  scrollBehavior: (_to, _from, saved) => saved ?? { top: 0 },
})

router.beforeEach(async (to) => {
  if (to.meta.open) return true
  if ((await ensureMe()) || to.meta.anybody) return true
  return { path: '/login', query: to.fullPath === '/' ? {} : { to: to.fullPath } }
})
