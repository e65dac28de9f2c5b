/// Tells a test which texts are parsed.
package enum JSONReads {
  /// Called with the bytes of each JSON text before it is parsed, in the test's own task.
  @TaskLocal package static var observer: (@Sendable ([UInt8]) -> Void)?
}
