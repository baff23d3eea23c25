export const agents = {
  'nav.agents': 'Buying programs',
  'agents.text':
    'Programs such as shopping assistants that may order for customers. Each has a key for one store.',
  'agents.new': 'New program',
  'agents.create': 'Create key',
  'agents.edit': 'Edit',
  'agents.none': 'No programs yet',
  'agents.none.text': 'Add a program to let it order in your shop.',
  'agents.limit': 'Highest order total',
  'agents.limit.hint': 'Empty: no limit. A program cannot pay an order above it.',
  'agents.profile': 'Address of its profile (optional)',
  'agents.profile.hint': 'Programs that use the Universal Commerce Protocol have one.',
  'agents.since': 'Since',
  'agents.allowed': 'Allowed',
  'agents.blocked': 'Blocked',
  'agents.saved': '{name} saved',
  'agents.key': 'Key of the program',
  'agents.key.text':
    'Give this key to whoever runs the program. The program uses it to order at this store.',
  'agents.key.hint': 'Key ends in {hint}',
  'agents.block': 'Block key',
  'agents.block.title': 'Block this key?',
  'agents.block.text': '{name} can no longer order. Orders that are paid stay.',
  'agents.block.done': 'The key of {name} is blocked',
  'agents.allow': 'Allow key',
  'agents.allow.title': 'Allow this key again?',
  'agents.allow.text': '{name} can order again with the same key.',
  'agents.allow.done': 'The key of {name} is allowed',
  'agents.delete':
    'The key stops working for good. Open orders of the program are dropped, paid ones stay.',
  'agents.staff': 'Programs of the staff',
  'agents.staff.text':
    'Assistants of your staff connect to this address (Model Context Protocol) with the sign-in of a person, and may do what that person may do.',
  'agents.staff.address': 'Address for programs of the staff',
  'agents.staff.limits':
    'Every change needs the approval of a second person, unless the store allows it up to an amount.',
  'agents.staff.settings': 'Set the limits of a store',
  'users.passkeys.remove': 'Remove passkeys',
  'users.passkeys.remove.title': 'Remove all passkeys?',
  'users.passkeys.remove.text':
    '{name} then signs in with the password and is signed out everywhere. Make sure that the request really comes from {name}.',
  'users.passkeys.remove.done': 'Passkeys of {name} removed',
} as const;
