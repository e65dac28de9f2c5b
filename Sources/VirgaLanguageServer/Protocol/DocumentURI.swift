import VirgaFiles
import VirgaSource

/// Converts between paths and the URIs by which clients name files.
package enum DocumentURI {
  private static let scheme = "file://"

  /// The path of a URI such as `file:///home/a%20b.yaml`; nil for a document that is not a file.
  package static func path(of uri: String) -> String? {
    guard uri.hasPrefix(scheme) else { return nil }
    let rest = uri.dropFirst(scheme.count)
    guard let slash = rest.firstIndex(of: "/") else { return nil }
    // What is before the slash is a host, which only network shares have.
    let decoded = PercentEncoding.decoded(rest[slash...])
    return FilePath.normalized(decoded)
  }

  /// The URI of an absolute path; a URL as it is.
  package static func uri(of path: String) -> String {
    guard path.hasPrefix("/") else { return path }
    let encoded = PercentEncoding.encoded(path.utf8) { byte in
      PercentEncoding.isUnreserved(byte) || byte == UInt8(ascii: "/")
    }
    return scheme + encoded
  }
}
