import { words } from './words'

export const join = {
  title: words('接受邀请', 'Accept the invitation'),
  lead: words('你受邀加入评测工作台。', 'You are invited to the workbench.'),
  until: words('邀请在 {when} 前有效', 'Valid until {when}'),
  nameHint: words('登录时使用，不含空格', 'For signing in; no blanks'),
  shownAs: words('显示名', 'Shown as'),
  shownAsHint: words('别人看到的名字，可以不填', 'The name others see; may be left empty'),
  passwordHint: words('至少 8 个字符', 'At least 8 characters'),
  again: words('再输一次', 'Once more'),
  differ: words('两次输入的密码不同', 'The two passwords differ'),
  accept: words('加入', 'Join'),
}

export default {
  title: words('登录', 'Sign in'),
  lead: words('请用管理员给你的账户登录。', 'Use the account your administrator gave you.'),
  name: words('用户名', 'User name'),
  password: words('密码', 'Password'),
  enter: words('登录', 'Sign in'),
  demo: words('演示模式：选一个身份直接进入', 'Demo: enter as one of these people'),
  open: words('不登录也能看', 'Open to everybody'),
  published: words('往届榜单', 'Earlier leaderboards'),
}
