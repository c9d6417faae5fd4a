import { words } from './words'

export default {
  title: words('通知', 'Notifications'),
  new: words('通知：{n} 条未读', 'Notifications: {n} unread'),
  readAll: words('全部标为已读', 'Mark all as read'),
  none: words('没有通知。', 'Nothing has happened.'),
  mail: words('邮件通知', 'Notifications by mail'),
  mailText: words(
    '退回的作业、申诉、报名、运行结果和评论，合在一封信里发到你的邮箱；在网页上读过的不再发。',
    'Returned work, appeals, registrations, finished runs and comments, several in one letter; what you have read here is not sent.',
  ),
  noMail: words('这个服务器没有设置邮件。', 'This server sends no mail.'),
  address: words('邮箱', 'Mail address'),
  send: words('发验证码', 'Send a code'),
  sent: words('验证码已发到 {address}，请填在这里。', 'A code was sent to {address}; type it in here.'),
  code: words('验证码', 'Code'),
  confirm: words('确认', 'Confirm'),
  on: words('发邮件', 'Send mail'),
  kept: words('发到 {address}', 'To {address}'),
}
