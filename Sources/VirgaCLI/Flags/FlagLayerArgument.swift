import ArgumentParser
import VirgaFlags

extension FlagLayer: ExpressibleByArgument {
  /// The operation that sets a flag's choice in this layer to a value, such as `on`.
  ///
  /// - Throws: A usage error if the text is not a value of the layer.
  func change(_ flag: FlagDefinition, to text: String) throws -> FlagOperation {
    do {
      return try operation(setting: flag, to: text)
    } catch {
      throw ValidationError(error.message)
    }
  }
}
