export const legal = {
  'nav.legal': 'Legal texts',
  'legal.text':
    'What the shop of a store must publish. Check the default texts before you open the shop.',
  'legal.oneStore': 'Choose a store to see its texts',
  'legal.imprint': 'Legal notice',
  'legal.terms': 'Terms',
  'legal.privacy': 'Privacy',
  'legal.returns': 'Returns',
  'legal.default': 'Default text',
  'legal.own': 'Own text',
  'legal.edit': 'Edit',
  'legal.body': 'Text',
  'legal.body.hint':
    'A line that starts with # and a space is a heading. An empty line starts a new paragraph. Empty the field to use the default text again.',
  'legal.saved': '{name} saved',
};
