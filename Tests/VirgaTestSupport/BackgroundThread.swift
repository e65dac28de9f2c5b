import CVirgaPlatform

/// A separate thread, for work that must not occupy one of the few threads that tests share.
package enum BackgroundThread {
  /// Starts `body` without waiting for it.
  package static func run(_ body: @escaping @Sendable () -> Void) {
    var thread = virga_thread()
    // Detached: the thread sanitizer reports a thread that is never joined as a leak.
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    // The argument is optional on Linux only.
    pthread_create(
      &thread.identifier, &attributes,
      { argument in
        let argument: UnsafeMutableRawPointer? = argument
        if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, Unmanaged.passRetained(Body(body)).toOpaque())
  }
}

private final class Body: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
