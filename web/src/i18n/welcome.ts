import { words } from './words'

export default {
  title: words('欢迎', 'Welcome'),
  what: words(
    '评测工作台把一套中文语义评测从原始文本一直做到排行榜：筛语料、标注、查质量、发布、训练系统、评分、办评测。',
    'A workbench that takes a Chinese semantic benchmark from raw text to leaderboard: screen texts, annotate, check quality, release, train systems, score, run the competition.',
  ),
  whom: words(
    '给做评测的语言学者、标注的人、参赛的队伍和办评测的人；在浏览器里就能做完。',
    'For linguists who build benchmarks, annotators, teams that take part and organisers; all of it in the browser.',
  ),
  picture: words('从原始文本经过七个阶段到排行榜', 'From raw text through seven stages to the leaderboard'),
  startHere: words('从这里开始', 'Start here'),
  roles: {
    annotator: {
      title: words('我来标注', 'I annotate'),
      text: words(
        '接受邀请，登录后点“开始标注”；两个键一题，按 F2 看规范。',
        'Accept the invitation, sign in, press Annotate: two keys per item, F2 shows the guide.',
      ),
    },
    builder: {
      title: words('我做评测', 'I build a benchmark'),
      text: words(
        '新建活动，上传自己的句子；自己的任务可以自己定标签和角色。',
        'Make a campaign from sentences of your own; tasks of your own have your labels and roles.',
      ),
    },
    team: {
      title: words('我来参赛', 'I take part'),
      text: words(
        '在“评测”里报名、下载数据、提交答案、看分数。',
        'Register under Competitions, get the data, submit, see scores.',
      ),
    },
    organiser: {
      title: words('我办评测', 'I organise'),
      text: words(
        '从一个数据包开一次评测：阶段、报名、提交、榜单都在里面。',
        'Open a competition from a pack: phases, registration, submissions and boards come with it.',
      ),
    },
    visitor: {
      title: words('我先看看', 'I just look'),
      text: words('往届榜单和“试一试”不登录就能看。', 'Published boards and Try it are open to everybody.'),
    },
  },
  goSignIn: words('登录', 'Sign in'),
  goBoards: words('看评测', 'Competitions'),
  goPublished: words('往届榜单', 'Published boards'),
  goHelp: words('怎样做', 'How to'),
  help: words('帮助', 'Help'),
  whatIsThis: words('这是什么？', 'What is this?'),
  demo: words(
    '这是演示：里面的人和题都是编的，改坏了也没关系。',
    'This is a demo: people and items are made up, nothing can be broken.',
  ),
  own: words('建自己的工作台', 'Start your own'),
  tour: words('两分钟导览', 'Two-minute tour'),
  closeBanner: words('不再显示', 'Hide'),
}

export const start = {
  title: words('建自己的工作台', 'Start your own'),
  lead: words(
    '演示的数据和人都留在演示里。自己的工作台是另一个文件夹、另一个数据库，第一位管理员由你来当；三步就好。',
    'The demo keeps its data and people. Your own workbench is another folder and another database, and you are its first administrator: three steps.',
  ),
  where: words('名字', 'Name'),
  whereHelp: words(
    '也是文件夹的名字：字母、数字、下划线或连字符。',
    'The folder’s name as well: letters, digits, underscores or hyphens.',
  ),
  like: words('像哪一套', 'Like which'),
  likes: {
    space2022: words('SpaCE2022（空间语义，三个子任务）', 'SpaCE2022 (three subtasks)'),
    space2023: words('SpaCE2023（异常、元组、场景）', 'SpaCE2023 (anomalies, tuples, scenes)'),
    wsd: words('词义消歧', 'Word senses'),
    empty: words('空的，自己定任务', 'Empty, with tasks of your own'),
  },
  database: words('数据库', 'Database'),
  databases: {
    folder: words('放在文件夹里（SQLite，一台机器够用）', 'In the folder (SQLite, enough for one machine)'),
    postgres: words('PostgreSQL（很多人同时用）', 'PostgreSQL (many people at once)'),
  },
  one: words('新建基准', 'Make the benchmark'),
  two: words('打开它', 'Serve it'),
  twoHelp: words(
    '在运行演示的那台机器上打开终端，停下演示（Ctrl+C）或换一个端口，然后：',
    'In a terminal on the machine that runs the demo; stop the demo (Ctrl+C) or take another port:',
  ),
  three: words('成为管理员', 'Become its administrator'),
  threeHelp: words(
    '第一次打开时，终端会给出一个一天内有效的链接：在浏览器里打开它，定下用户名和密码，你就是管理员；再从“人员”里邀请别人。',
    'On the first start the terminal shows a link that is valid for a day: open it, choose a name and a password, and you are the administrator; invite others under People.',
  ),
  keepDemo: words('以后还想看演示：', 'To see the demo again:'),
  why: words(
    '为什么不能在这里点一下就好？任何人都能在演示里当管理员，让它在机器上开新的服务器不安全。',
    'Why not by a click here? In the demo anybody can be an administrator; letting it start servers on the machine would not be safe.',
  ),
}

export const tour = {
  title: words('导览', 'Tour'),
  next: words('下一步', 'Next'),
  back: words('上一步', 'Back'),
  end: words('结束', 'End'),
  count: words('{n} / {all}', '{n} of {all}'),
  steps: {
    home: words('首页：等你做的事都在这里，从这里继续。', 'Home: what waits for you, and where to go on.'),
    inbox: words(
      '收件箱：被退回的答案和别人的意见在这里，可以申诉。',
      'Inbox: answers that were returned and remarks; you can appeal.',
    ),
    trace: words(
      '溯源：一道题从原文到榜单经过了什么，谁做了什么。',
      'Trace: what an item went through, from its source to the board.',
    ),
    benchmarks: words(
      '基准：一套评测的全部步骤，哪步做好了、哪步等人。',
      'Benchmarks: all steps of one, which are done and which wait for people.',
    ),
    manage: words(
      '管理：新建活动，看进度和质量，导出结果。',
      'Manage: make campaigns, watch progress and quality, export.',
    ),
    people: words('人员：邀请人，分组，给角色。', 'People: invite, group, give roles.'),
    competitions: words(
      '评测：报名、数据、提交、榜单；往届榜单也在这里。',
      'Competitions: registration, data, submissions, boards, also of earlier years.',
    ),
    tryIt: words('试一试：贴一句话，看系统怎么读它。', 'Try it: paste a sentence and see how systems read it.'),
    keys: words(
      '按 ? 随时看当前页面的快捷键；帮助在右上角。祝顺利。',
      'Press ? for the keys of a page; help is at the top right. Good luck.',
    ),
  },
}
