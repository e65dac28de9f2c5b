import ArgumentParser
import VirgaJSON
import VirgaRuntime
import VirgaSource
import VirgaTargeting

/// A file of targeting attributes.
enum ContextFile {
  /// Reads the attributes and prints what is wrong with them; ends the program if one of them would
  /// have no effect.
  static func attributes(_ path: String) throws -> JSONObject {
    let text = try JSONInput.text(path)
    // Nil only after an error, which has been printed.
    guard let written = text.written else { throw ExitCode.problems }
    guard case .object(let attributes) = written.json else {
      throw JSONInput.refused(
        "\(path): a context is an object of attributes, such as {\"locale\": \"en-US\"}")
    }
    let problems = AttributeCheck.problems(in: written)
    Output.remark(problems)
    if problems.contains(where: { $0.severity == .error }) { throw ExitCode.problems }
    return attributes
  }

  /// Warns if the client's channel in a context is not the channel that `--channel` names.
  ///
  /// Names that differ only in case count as the same channel.
  static func remarkChannel(_ channel: String?, unlike attribute: JSONValue?) {
    guard let channel, let clientChannel = attribute?.stringValue else { return }
    guard clientChannel.lowercased() != channel.lowercased() else { return }
    let ofOption = "`\(channel.inOneLine)`"
    let ofContext = "`\(clientChannel.inOneLine)`"
    Output.remark(
      "warning: --channel is \(ofOption), but the context has the channel \(ofContext): "
        + "the defaults are those of \(ofOption), and recipes see \(ofContext)")
  }
}
