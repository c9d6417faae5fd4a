import { words } from './words'

export default {
  title: words('标注', 'Annotate'),
  done: words('我已完成 {n} / {all}', 'I have done {n} of {all}'),
  suggested: words('起点：{system} 的预标注', 'starting from {system}'),
  mine: words('我的答案', 'My answers'),
  mineSearch: words('按文本或编号查找', 'Find by text or id'),
  mineNone: words('没有找到', 'Nothing found'),
  guide: words('规范', 'Guideline'),
  submitNext: words('提交，下一题', 'Submit, next'),
  saveAgain: words('保存修改', 'Save the change'),
  justSubmitted: words('已提交上一题', 'The last answer is submitted'),
  undo: words('撤销，再改', 'Undo, change it'),
  backToQueue: words('回到队列', 'Back to the queue'),
  skip: words('跳过', 'Skip'),
  skipTitle: words('跳过这一题', 'Skip this item'),
  skipText: words(
    '题目会交给别人。请写明原因，负责人会看到。',
    'The item goes to somebody else. Say why; the people in charge will see it.',
  ),
  skipReason: words('原因', 'Reason'),
  skipReasons: {
    typo: words('文本有错误', 'faulty text'),
    unclear: words('读不懂', 'not understandable'),
    domain: words('需要专业知识', 'needs an expert'),
    content: words('内容不宜', 'unfit content'),
  },
  queuedTitle: words('答案已保存在本机，等待发送', 'The answer is kept in this browser and will be sent'),
  queued: words(
    '现在连不上服务器。连上后会自动发送，并打开下一题；关闭页面也不会丢失。',
    'The server cannot be reached. The answer is sent by itself as soon as it can, then the next item opens; closing the page loses nothing.',
  ),
  leaseLost: words('这一题的时限已过', 'The time for this item is over'),
  leaseLostText: words(
    '写下的内容还在本机。可以重新领取后继续。',
    'What you wrote is still here. Take the item again to go on.',
  ),
  notHeld: words('这一题已不在你手中', 'You do not hold this item now'),
  readOnly: words('这份答案已经定下，只能查看。', 'This answer is settled and can only be read.'),
  takeAgain: words('重新领取', 'Take it again'),
  lookAgain: words('再看看有没有新题', 'Look for new items'),
  draft: {
    clean: words('', ''),
    editing: words('正在编辑…', 'Editing…'),
    saving: words('正在保存…', 'Saving…'),
    saved: words('草稿已保存', 'Draft saved'),
    offline: words('离线，已存本机', 'Offline, kept here'),
    conflict: words('有两个版本', 'Two versions'),
    failed: words('草稿未能保存', 'Draft not saved'),
  },
  conflict: {
    title: words('这一题有两个版本', 'There are two versions of this answer'),
    text: words(
      '你在别的窗口或设备上也改过这一题。请选择保留哪一份，另一份不会提交。',
      'You changed it in another window or on another device, too. Choose which to keep; the other is not submitted.',
    ),
    mine: words('这个窗口里的', 'In this window'),
    server: words('服务器上的', 'On the server'),
    keepMine: words('保留这个窗口里的', 'Keep the one in this window'),
    takeServer: words('改用服务器上的', 'Take the one on the server'),
  },
  feedback: {
    title: words('审核意见', 'The reviewer says'),
    mine: words('我的答案', 'My answer'),
    decided: words('审定答案', 'Decided answer'),
  },
  empty: {
    done: {
      title: words('没有要标注的题了', 'Nothing left to annotate'),
      text: words('这个活动里你能做的都做完了。', 'You have done all you can do in this campaign.'),
    },
    inbox: {
      title: words('先看看退回的题', 'Look at what came back first'),
      text: words(
        '有退回的题等你确认，处理之后才会继续发新题。',
        'Returned items wait for you; new ones come after them.',
      ),
    },
    gate: {
      title: words('等待第一批审定', 'Waiting for the first part'),
      text: words(
        '每组先做一部分，全部审定后再开放其余的题。',
        'Of every group a part is decided first, then the rest is opened.',
      ),
    },
    others: {
      title: words('暂时没有你的题', 'Nothing for you just now'),
      text: words(
        '剩下的题在别人手里，或者你已经做过。这一页每隔几秒自动再看一次。',
        'The rest is in the hands of others, or you have done it. This page looks again every few seconds.',
      ),
    },
    training: {
      title: words('先通过测试', 'First the test'),
      text: words('看完示例，通过测试后就能领题。', 'Look at the examples and pass the test, then items come.'),
    },
    'not-admitted': {
      title: words('还没有入选', 'Not admitted yet'),
      text: words('负责人选定后就可以标注。', 'The people in charge choose who annotates here.'),
    },
    'day-done': {
      title: words('今天的题做完了', 'That is all for today'),
      text: words('今天的题数已满，明天继续。', 'You have reached today’s number; it goes on tomorrow.'),
    },
    'person-done': {
      title: words('你的题数已满', 'You have done your share'),
      text: words('这个活动里你的题已经做够了，谢谢。', 'You have done all you were asked for here. Thank you.'),
    },
    paused: {
      title: words('活动已暂停', 'The campaign is paused'),
      text: words('负责人重新开放后就可以继续。', 'It goes on when the people in charge open it again.'),
    },
  },
  training: words('去培训和测试', 'To training and test'),
  keys: {
    submit: words('提交并打开下一题', 'Submit and open the next'),
    guide: words('打开或关闭规范', 'Show or hide the guideline'),
    skip: words('跳过', 'Skip'),
    mine: words('我的答案', 'My answers'),
    undo: words('撤销刚才的提交，再改', 'Undo what was just submitted'),
  },
}
