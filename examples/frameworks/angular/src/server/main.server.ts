import { mergeApplicationConfig, type ApplicationConfig } from '@angular/core';
import { bootstrapApplication, type BootstrapContext } from '@angular/platform-browser';
import { provideServerRendering, RenderMode, withRoutes } from '@angular/ssr';
import { Funding } from '../funding';
import { config } from './config';

const server: ApplicationConfig = {
  providers: [provideServerRendering(withRoutes([{ path: '**', renderMode: RenderMode.Server }]))],
};

export default (context: BootstrapContext) =>
  bootstrapApplication(Funding, mergeApplicationConfig(config, server), context);
