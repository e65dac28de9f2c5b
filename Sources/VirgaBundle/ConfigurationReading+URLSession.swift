import Foundation
import VirgaFiles
public import VirgaFlags

extension ConfigurationReading {
  /// Reads the machine's files and, with `URLSession`, the web.
  ///
  /// Only https URLs are read, and http URLs of this machine. A read from the web ends after `timeout` seconds, and fails
  /// if the server sends more than `limit` bytes. It waits on the calling thread.
  public static func urlSession(timeout: Int = 10, limit: Int = 1 << 24) -> ConfigurationReading {
    ConfigurationReading(web: { text throws(FileFailure) in
      guard let url = URL(string: text) else { throw FileFailure(path: text, reason: "Only https URLs can be fetched") }
      return try WebRequest(url, timeout: timeout, limit: limit).wait().bytes
    })
  }
}
