import { createScreenApi } from '../shared/api/index.js';
import { mount } from '../shared/mount.js';
import { Desk } from './app.js';
import { loginExpired } from './session/use-login.js';
import { texts } from './texts/index.js';

const api = createScreenApi({ screen: 'desk', onSignedOut: loginExpired });

mount({ api, texts, children: <Desk /> });
