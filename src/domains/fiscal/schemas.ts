import { Answer, Body, OneOf, Params, Text, Type } from '../../platform/http/schemas.js';
import { SIGNERS } from './signer.js';

export const FiscalParams = Params({ store: Text(255, 1) });

export const FiscalBody = Body({
  signer: OneOf(SIGNERS, {
    description: '`software` signs what tills record, for tests and demonstrations',
  }),
});

export const FiscalAnswer = Answer({
  signer: OneOf(SIGNERS),
  signers: Type.Array(
    Answer({
      terminal_id: Type.String(),
      serial: Type.String(),
      public_key: Type.String({ description: 'SPKI in DER, base64' }),
    }),
    { description: 'Signers of the tills that have signed something' },
  ),
});
