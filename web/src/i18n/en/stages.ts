export default {
  title: 'Stage',
  lead: {
    corpus:
      'From raw text and dictionaries: passages that speak of space, replaced words, a merged inventory of senses, chosen words and sentences. What comes out can be annotated.',
    annotate:
      'Two or more people answer independently; what agrees is decided, the rest is reviewed; appeals, audits and control items are part of it.',
    quality:
      'How far annotators agree, how accurate each of them is, which items are reliable; shortcuts that need no reading, leaks between parts.',
    release:
      'Training, dev and test parts split by original sentence, answers apart from questions, with a data card, checksums and a proof of the split.',
    systems: 'Train baselines and let them answer; trained systems can be tried in the browser.',
    score: 'The official scripts’ scores with intervals; checks before handing in, paired comparison of systems.',
    leaderboard: 'Teams, phases, submissions scored in a queue, the overall ranking; all from the same pack.',
  },
  way: {
    newCampaign: 'Make a campaign from a file',
    campaigns: 'Annotate',
    manage: 'Manage campaigns',
    figures: 'Agreement by campaign',
    competitions: 'Competitions and boards',
    try: 'Try the systems',
  },
  reports: 'Reports',
  newTab: 'Open in a new tab',
  models: 'Trained systems',
  model: 'Name',
  system: 'How',
  task: 'Task',
  trainedOn: 'Trained on',
  measure: 'Measure',
  dev: 'Dev',
  files: 'Files',
  allFiles: 'Show all {n}',
  publicOnly: 'Only the public half is here; answers that are held back never go through the server.',
  none: 'Nothing in this stage yet',
  noneText: 'Begin with the commands below; reports and files in the project’s folder appear here.',
  forBuilders: 'Reports and files are for builders and administrators, as they may show answers.',
  yourself: 'Do it yourself',
  chapter: 'Read more:',
}
