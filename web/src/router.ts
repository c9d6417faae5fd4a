import { createRouter, createWebHistory, type RouteRecordRaw } from 'vue-router'
// Shown inside other pages as well; fetched on their own as well, they would need helpers from the charts' file.
import ForbiddenPage from '@/pages/ForbiddenPage.vue'
import NotFoundPage from '@/pages/NotFoundPage.vue'
import { ApiError } from '@/api/error'
import type { TextKey } from '@/i18n'
import { can, ensureMe, type Role } from '@/session'

declare module 'vue-router' {
  interface RouteMeta {
    /** May be seen without signing in, and looks the same for everybody. */
    open?: boolean
    /** Is shown to everybody, with their name where they have one. */
    anybody?: boolean
    /** One of these is needed: the server refuses the others, but a form should not be filled in for nothing. */
    roles?: Role[]
    /** What the window's title says. */
    title?: TextKey
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
  {
    path: '/welcome',
    component: () => import('@/pages/welcome/WelcomePage.vue'),
    meta: { anybody: true, title: 'welcome.title' },
  },
  {
    path: '/start',
    component: () => import('@/pages/welcome/StartPage.vue'),
    meta: { anybody: true, title: 'start.title' },
  },
  { path: '/', component: () => import('@/pages/home/HomePage.vue'), meta: { title: 'nav.home' } },
  {
    path: '/stages/:stage(corpus|annotate|quality|release|systems|score|leaderboard)',
    component: () => import('@/pages/stages/StagePage.vue'),
    props: true,
    meta: { title: 'stages.title' },
  },
  {
    path: '/work/:campaign(\\d+)/:job(\\d+)?',
    component: () => import('@/pages/work/WorkPage.vue'),
    props: ({ params }) => ({ campaign: Number(params.campaign), opened: params.job ? Number(params.job) : null }),
    meta: { title: 'work.title' },
  },
  {
    path: '/training/:campaign(\\d+)',
    component: () => import('@/pages/training/TrainingPage.vue'),
    props: ({ params }) => ({ campaign: Number(params.campaign) }),
    meta: { title: 'training.title' },
  },
  {
    path: '/review/:campaign(\\d+)/items',
    component: () => import('@/pages/review/ReviewItemsPage.vue'),
    props: ({ params }) => ({ campaign: Number(params.campaign) }),
    meta: { roles: ['reviewer'], title: 'review.items' },
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
  {
    path: '/manage',
    component: () => import('@/pages/manage/CampaignsPage.vue'),
    meta: { roles: ['builder'], title: 'nav.manage' },
  },
  {
    path: '/manage/new',
    component: () => import('@/pages/manage/NewCampaignPage.vue'),
    meta: { roles: ['builder'], title: 'manage.new' },
  },
  {
    path: '/manage/study',
    component: () => import('@/pages/manage/StudyPage.vue'),
    meta: { roles: ['builder'], title: 'study.new' },
  },
  {
    path: '/manage/:campaign(\\d+)/items/:item(\\d+)',
    component: () => import('@/pages/manage/ItemPage.vue'),
    props: ({ params }) => ({ campaign: Number(params.campaign), item: Number(params.item) }),
    meta: { roles: ['builder', 'reviewer'], title: 'manage.item' },
  },
  {
    path: '/manage/:campaign(\\d+)/:tab?',
    component: () => import('@/pages/manage/CampaignPage.vue'),
    props: ({ params }) => ({ campaign: Number(params.campaign), tab: String(params.tab || 'overview') }),
    meta: { roles: ['builder'], title: 'nav.manage' },
  },
  {
    path: '/competitions',
    component: () => import('@/pages/competitions/CompetitionsPage.vue'),
    meta: { anybody: true, title: 'nav.competitions' },
  },
  {
    path: '/competitions/new',
    component: () => import('@/pages/competitions/NewCompetitionPage.vue'),
    meta: { roles: ['builder'], title: 'competition.new' },
  },
  {
    path: '/competitions/published',
    component: () => import('@/pages/competitions/PublishedPage.vue'),
    meta: { anybody: true, title: 'competition.published' },
  },
  {
    path: '/competitions/:competition(\\d+)/submissions/:submission(\\d+)',
    component: () => import('@/pages/competitions/SubmissionPage.vue'),
    props: ({ params }) => ({ competition: Number(params.competition), submission: Number(params.submission) }),
    meta: { title: 'nav.competitions' },
  },
  {
    path: '/competitions/:competition(\\d+)/:tab?',
    component: () => import('@/pages/competitions/CompetitionPage.vue'),
    props: ({ params }) => ({ competition: Number(params.competition), tab: String(params.tab || 'overview') }),
    meta: { anybody: true, title: 'nav.competitions' },
  },
  {
    path: '/certificates/:number?',
    component: () => import('@/pages/certificates/VerifyPage.vue'),
    props: ({ params }) => ({ number: String(params.number || '') }),
    meta: { anybody: true, title: 'prizes.verify' },
  },
  {
    path: '/benchmarks',
    component: () => import('@/pages/benchmarks/BenchmarksPage.vue'),
    meta: { title: 'benchmark.title' },
  },
  {
    path: '/new/benchmark',
    component: () => import('@/pages/benchmarks/NewBenchmarkPage.vue'),
    meta: { roles: ['builder'], title: 'recipe.new' },
  },
  {
    path: '/benchmarks/:name/stages/:stage',
    component: () => import('@/pages/benchmarks/BenchmarkStagePage.vue'),
    props: true,
    meta: { roles: ['builder'], title: 'benchmark.title' },
  },
  {
    path: '/benchmarks/:name/dictionaries',
    component: () => import('@/pages/benchmarks/DictionariesPage.vue'),
    props: true,
    meta: { roles: ['builder'], title: 'dictionaries.title' },
  },
  {
    path: '/benchmarks/:name/dictionaries/merge',
    component: () => import('@/pages/benchmarks/DictionaryMergePage.vue'),
    props: true,
    meta: { roles: ['builder'], title: 'dictionaries.merge' },
  },
  {
    path: '/benchmarks/:name/lexicon',
    component: () => import('@/pages/benchmarks/LexiconPage.vue'),
    props: true,
    meta: { roles: ['builder'], title: 'lexicon.title' },
  },
  {
    path: '/benchmarks/:name',
    component: () => import('@/pages/benchmarks/BenchmarkPage.vue'),
    props: true,
    meta: { roles: ['builder'], title: 'benchmark.title' },
  },
  {
    path: '/benchmarks/:name/tasks/:task',
    component: () => import('@/pages/tasks/TaskBuilderPage.vue'),
    props: ({ params }) => ({
      name: String(params.name),
      task: params.task === 'new' ? null : String(params.task),
    }),
    meta: { roles: ['builder'], title: 'builder.title' },
  },
  {
    path: '/benchmarks/:name/runs/:run(\\d+)',
    component: () => import('@/pages/benchmarks/RunPage.vue'),
    props: ({ params }) => ({ name: String(params.name), run: Number(params.run) }),
    meta: { roles: ['builder'], title: 'benchmark.title' },
  },
  {
    path: '/people',
    component: () => import('@/pages/people/PeoplePage.vue'),
    meta: { roles: ['builder'], title: 'nav.people' },
  },
  { path: '/account', component: () => import('@/pages/account/AccountPage.vue'), meta: { title: 'nav.account' } },
  {
    path: '/submissions/:submission(\\d+)/errors',
    component: () => import('@/pages/errors/ErrorsPage.vue'),
    props: ({ params }) => ({ submission: Number(params.submission) }),
    meta: { title: 'errors.title' },
  },
  {
    path: '/submissions/:submission(\\d+)/compare/:other(\\d+)',
    component: () => import('@/pages/errors/ComparePage.vue'),
    props: ({ params }) => ({ submission: Number(params.submission), other: Number(params.other) }),
    meta: { title: 'errors.compare' },
  },
  {
    path: '/trace',
    component: () => import('@/pages/trace/TracePage.vue'),
    props: ({ query }) => ({ query: String(query.q ?? '') }),
    meta: { title: 'trace.short' },
  },
  {
    path: '/try',
    component: () => import('@/pages/try/TryPage.vue'),
    meta: { anybody: true, title: 'tryIt.title' },
  },
  {
    path: '/:rest(.*)*',
    component: NotFoundPage,
    meta: { anybody: true, title: 'notFound.title' },
  },
  {
    // Reached by name only, under the address that was asked for.
    path: '/:rest(.*)*',
    name: 'forbidden',
    component: ForbiddenPage,
    meta: { title: 'forbidden.title' },
  },
]

export const router = createRouter({
  history: createWebHistory(),
  routes,
  scrollBehavior: (_to, _from, saved) => saved ?? { top: 0 },
})

router.beforeEach(async (to) => {
  if (to.meta.open) {
    // A server that is away is told by the page itself.
    await ensureMe().catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
    })
    return true
  }
  const person = await ensureMe()
  if (!person && to.path === '/') return '/welcome'
  if (!person && !to.meta.anybody) return { path: '/login', query: { to: to.fullPath } }
  if (to.meta.roles && !to.meta.roles.some(can))
    return { name: 'forbidden', params: { rest: to.path.slice(1).split('/') }, query: to.query }
  return true
})
