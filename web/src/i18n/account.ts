import { words } from './words'

export default {
  title: words('账户', 'Account'),
  me: words('我', 'Me'),
  roles: words('角色', 'Roles'),
  language: words('语言', 'Language'),
  system: words('跟随系统', 'as the system'),
  light: words('浅色', 'light'),
  dark: words('深色', 'dark'),
  password: words('密码', 'Password'),
  old: words('现在的密码', 'Present password'),
  new: words('新密码', 'New password'),
  change: words('修改密码', 'Change it'),
  passwordDone: words('密码已修改', 'The password was changed'),
  passwordText: words(
    '修改后，别处的登录全部退出，API 令牌全部删除。',
    'Changing it signs you out everywhere else and deletes all API tokens.',
  ),
  tokens: words('API 令牌', 'API tokens'),
  tokensText: words(
    '供脚本使用，只能做所选范围内的事；创建时只显示一次。',
    'For scripts; each may do only what is ticked, and is shown once.',
  ),
  noTokens: words('还没有令牌。', 'No tokens yet.'),
  tokenTitle: words('用途，如“导出脚本”', 'What for, e.g. “export script”'),
  forever: words('长期', 'no end'),
  makeToken: words('创建令牌', 'Make a token'),
  tokenMade: words('令牌已创建，只显示这一次，请立即保存', 'Here is the token. It is shown only now: keep it'),
  tokenUntil: words('有效至 {until} · 上次使用 {used}', 'until {until} · last used {used}'),
  tokenSure: words('用它的脚本将不能再访问。删除？', 'Scripts that use it will be refused. Delete it?'),
  tokenGone: words('令牌已删除', 'The token was deleted'),
}
