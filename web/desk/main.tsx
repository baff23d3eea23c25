import { createScreenApi } from '../shared/api/index.js';
import { mount } from '../shared/mount.js';
import { Desk } from './app.js';
import { loginChanged } from './session/use-login.js';
import { texts } from './texts/index.js';

const api = createScreenApi({ screen: 'desk', onSignedOut: loginChanged });

mount({ api, texts, children: <Desk /> });
