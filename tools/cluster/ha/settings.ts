import { join } from 'node:path';

/** Seconds. Patroni's own default is 30, 10, 10: a shorter lease fails over sooner. */
export const PATRONI_TIMES = { ttl: 10, loop_wait: 2, retry_timeout: 3 };

export type Secrets = { superuser: string; replication: string; service: string };

export type PatroniSettings = {
  name: string;
  folder: string;
  binaries: string;
  secrets: Secrets;
  /** Where it listens, and where the other nodes reach it. */
  postgres: { port: number; advertised: number };
  rest: { port: number; advertised: number };
  etcdPort: number;
};

const at = (port: number): string => `127.0.0.1:${port}`;

/** JSON is YAML. */
export function patroniFile(settings: PatroniSettings): string {
  const { name, folder, secrets, postgres, rest } = settings;
  return JSON.stringify({
    scope: 'tillhouse',
    name,
    restapi: { listen: at(rest.port), connect_address: at(rest.advertised) },
    // Not `etcd3`: there Patroni before 3.0.3 overwrites the lock that another server has taken.
    // `use_proxies`: only this address, which a test may cut, and none that etcd names.
    etcd: { hosts: [at(settings.etcdPort)], use_proxies: true },
    bootstrap: {
      dcs: {
        ...PATRONI_TIMES,
        // A commit is answered when the standby has it too; without a standby the primary goes on.
        synchronous_mode: true,
        maximum_lag_on_failover: 1_048_576,
        postgresql: { use_pg_rewind: true, use_slots: true, parameters: POSTGRES_PARAMETERS },
      },
      initdb: ['data-checksums', { encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
    },
    postgresql: {
      listen: at(postgres.port),
      connect_address: at(postgres.advertised),
      data_dir: join(folder, name),
      bin_dir: settings.binaries,
      // The default waits for the next regular checkpoint.
      basebackup: [{ checkpoint: 'fast' }],
      pgpass: join(folder, `${name}.pgpass`),
      authentication: {
        superuser: { username: 'postgres', password: secrets.superuser },
        replication: { username: 'replicator', password: secrets.replication },
      },
      parameters: { unix_socket_directories: folder },
      pg_hba: [
        'local all all scram-sha-256',
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication replicator 127.0.0.1/32 scram-sha-256',
      ],
    },
  });
}

const POSTGRES_PARAMETERS = {
  max_connections: 200,
  shared_buffers: '64MB',
  wal_keep_size: '256MB',
  // A partner that is silent for this long has no connection any more.
  wal_sender_timeout: '3s',
  wal_receiver_timeout: '3s',
};

type Server = { name: string; postgresPort: number; restPort: number };

/**
 * Sends sessions to the server whose Patroni holds the leader lock, and ends those to another one.
 * Etcd is asked too, because a Patroni that wakes up may claim a lock that it has lost.
 */
export function haproxyFile(port: number, etcdPort: number, servers: readonly Server[]): string {
  const lines = servers.map(
    ({ name, postgresPort, restPort }) =>
      `  server ${name} ${at(postgresPort)} check port ${restPort}`,
  );
  return `global
  maxconn 1000
defaults
  mode tcp
  retries 1
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen primary
  bind ${at(port)}
  option httpchk
  http-check connect
  http-check send meth GET uri /primary
  http-check expect status 200
  http-check connect addr 127.0.0.1 port ${etcdPort}
  http-check send meth GET uri /v2/keys/service/tillhouse/leader
  http-check expect string-lf '"value":"%[srv_name]"'
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${lines.join('\n')}
`;
}

export function pgbouncerFile(folder: string, port: number, haproxyPort: number): string {
  return `[databases]
tillhouse = host=127.0.0.1 port=${haproxyPort} dbname=tillhouse
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
max_client_conn = 500
default_pool_size = 20
server_login_retry = 1
server_connect_timeout = 3
query_wait_timeout = 8
`;
}

export const sentinelFile = (port: number, redisPort: number): string => `port ${port}
bind 127.0.0.1
sentinel monitor ${REDIS_NAME} 127.0.0.1 ${redisPort} 2
sentinel down-after-milliseconds ${REDIS_NAME} 2000
sentinel failover-timeout ${REDIS_NAME} 6000
`;

/** The name under which the Sentinels watch the primary. */
export const REDIS_NAME = 'tillhouse';
