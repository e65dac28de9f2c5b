import VirgaFiles
package import VirgaFlags
package import VirgaWeb

extension ConfigurationReading {
  /// Reads the machine's files and, through the `curl` program, the web.
  ///
  /// A read from the web ends after `timeout` seconds, or when servers have used up all `patience`.
  package static func machine(timeout: Int = 10, patience: WebPatience? = nil) -> ConfigurationReading {
    let reading = WebReading(timeout: timeout, patience: patience)
    return ConfigurationReading(web: { url throws(FileFailure) in try reading.read(url) })
  }
}
