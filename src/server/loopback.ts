const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether a host is this machine: only there plain http is accepted. */
export const isLoopback = (hostname: string) => LOOPBACK.test(hostname);
