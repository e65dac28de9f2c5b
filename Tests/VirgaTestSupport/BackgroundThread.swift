#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A separate thread, for work that must not occupy one of the few threads that tests share.
package enum BackgroundThread {
  /// Starts `body` without waiting for it.
  package static func run(_ body: @escaping @Sendable () -> Void) {
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    // Detached: the thread sanitizer reports a thread that is never joined as a leak.
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_create(&thread, &attributes, runBody, Unmanaged.passRetained(Body(body)).toOpaque())
  }
}

private final class Body: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

#if canImport(Darwin)
  private func runBody(_ pointer: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run()
    return nil
  }
#else
  private func runBody(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    pointer.map { Unmanaged<Body>.fromOpaque($0).takeRetainedValue().run() }
    return nil
  }
#endif
