import ArgumentParser
import VirgaFlags

extension FlagLayer: ExpressibleByArgument {
  /// - Throws: A usage error if the text is not a value of the layer.
  func change(_ row: FlagDefinition, to text: String) throws -> FlagOperation {
    do {
      return try operation(setting: row, to: text)
    } catch {
      throw ValidationError(error.message)
    }
  }
}
