#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A folder for one test, removed with all that is in it when nothing refers to it any more.
package final class TemporaryFolder: Sendable {
  /// Where it is.
  package let path: String

  /// Why there is no folder.
  package struct Failure: Error {}

  /// Makes an empty folder.
  package init() throws {
    var template = Array("/tmp/virga-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure() }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.removeAll(path) }

  private static func removeAll(_ path: String) {
    if let listing = opendir(path) {
      while let entry = readdir(listing) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        if name != ".", name != ".." { removeAll("\(path)/\(name)") }
      }
      closedir(listing)
    }
    remove(path)
  }
}
