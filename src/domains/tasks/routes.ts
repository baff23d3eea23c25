import { atomically } from '../../platform/database/tx.js';
import { notFound } from '../../platform/http/failure.js';
import { DEFAULT_LIMIT, decodeCursor, page } from '../../platform/http/paginate.js';
import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import { writeRoutes } from '../../platform/http/write-routes.js';
import type { Platform } from '../../platform/platform.js';
import { maySee, staff, staffOf } from '../access/index.js';
import { findTasks } from './list-tasks.js';
import { moveTask } from './move-task.js';
import { presentTask, presentTasks } from './present.js';
import { removeTask } from './remove-task.js';
import { taskByTaskId } from './repository.js';
import { TASK_ACTIONS, type TaskAction } from './rules.js';
import { saveTask } from './save-task.js';
import { TaskAnswer, TaskBody, type TaskInput, TaskParams, TaskQuery } from './schemas.js';

const tags = ['Tasks'];
const params = TaskParams;
const read = { config: { access: staff('task.work') } };

export function taskRoutes(app: App, platform: Platform): void {
  const { db, clock } = platform;
  readRoutes(app, platform);
  writeRoutes<Partial<TaskInput>>(app, db, {
    path: '/tasks/',
    one: '/tasks/:task_id/',
    params,
    tags,
    summaries: {
      create: 'Open a task',
      write: 'Write a task',
      change: 'Change a task',
      remove: 'Delete a task',
    },
    access: staff('task.manage'),
    removeAccess: staff('task.delete'),
    body: TaskBody,
    answer: TaskAnswer,
    save: async (tx, id, change, request) =>
      presentTask(tx, await saveTask(tx, staffOf(request), id, change, clock.now())),
    remove: (tx, id, request) => removeTask(tx, staffOf(request), id),
  });
  actionRoutes(app, platform);
}

function readRoutes(app: App, platform: Platform): void {
  const { db, clock } = platform;

  app.get(
    '/tasks/',
    {
      ...read,
      schema: {
        tags,
        summary: 'List the tasks of the stores you may see, newest first',
        querystring: TaskQuery,
        response: { 200: Type.Array(TaskAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor } = request.query;
      const after = decodeCursor(cursor, 2);
      const rows = await findTasks(platform, staffOf(request), request.query, after, limit + 1);
      const shown = page(request, reply, rows, limit, row => [row.created_key, row.id]);
      return presentTasks(db, shown);
    },
  );

  app.get(
    '/tasks/:task_id/',
    { ...read, schema: { tags, summary: 'A task', params, response: { 200: TaskAnswer } } },
    async request => {
      const task = await taskByTaskId(db, request.params.task_id, clock.now());
      if (task === undefined || !maySee(staffOf(request), task.store_id)) throw notFound('Task');
      return presentTask(db, task);
    },
  );
}

function actionRoutes(app: App, { db, clock }: Platform): void {
  for (const action of Object.keys(TASK_ACTIONS) as TaskAction[]) {
    const { permission, to } = TASK_ACTIONS[action];
    app.post(
      `/tasks/:task_id/${action}/`,
      {
        config: { access: staff(permission) },
        schema: {
          tags,
          summary: `${capitalised(action)} a task: it becomes ${to}`,
          params,
          response: { 200: TaskAnswer },
        },
      },
      request => {
        const { task_id } = request.params as { task_id: string };
        return atomically(db, async tx =>
          presentTask(tx, await moveTask(tx, staffOf(request), task_id, action, clock.now())),
        );
      },
    );
  }
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
