export const invitations = {
  'invitation.send': 'Invite',
  'invitation.again': 'Invite again',
  'invitation.sent': 'Invited on {date}, not yet accepted',
  'invitation.expired': 'Invited on {date}, the link has expired',
  'invitation.done': 'Invitation sent to {email}',
  'invitation.kept':
    'The invitation to {email} is written, but no mail server is set up to send it.',
  'users.invite': 'Send an invitation',
  'users.invite.text': 'If an address is given, the user gets a link to choose the password.',
  'users.created.invited': '{name} created, invitation sent to {email}',
} as const;
