import VirgaJSON

extension Variables {
  /// The text that the string `key` stands for: what the resources have for it, else the string itself.
  ///
  /// So a config can name a translated text (`AppMenu/SettingsTitle`) or bring a finished one (`Try the new menu!`).
  public func getText(_ key: String) -> String? { member(key, text) }

  /// The texts of the list `key`, in order; members that are no strings are dropped.
  public func getTextList(_ key: String) -> [String]? { list(key, text) }

  /// The texts of the object `key`; members that are no strings are dropped, and keys are never translated.
  public func getTextMap(_ key: String) -> [String: String]? { map(key, text) }

  /// The members of this object that are strings, as texts; nil where there is no object at all.
  public func asTextMap() -> [String: String]? { json?.compactMap(text) }

  private func text(_ value: JSONValue) -> String? { value.stringValue.map(resources.resolvedText) }
}

extension Variables {
  /// The name of the image that the string `key` names; nil if the resources have no such image.
  ///
  /// With VirgaBundle, which gives the image itself on Apple platforms, this version needs a type: `let name: String?`.
  @_disfavoredOverload
  public func getImage(_ key: String) -> String? { member(key, image) }

  /// The names of the images of the list `key`, in order; what names no image is dropped.
  @_disfavoredOverload
  public func getImageList(_ key: String) -> [String]? { list(key, image) }

  /// The names of the images of the object `key`; what names no image is dropped.
  @_disfavoredOverload
  public func getImageMap(_ key: String) -> [String: String]? { map(key, image) }

  /// The same as ``getImage(_:)``, under the name that it has on Android.
  @_disfavoredOverload
  public func getDrawable(_ key: String) -> String? { getImage(key) }

  /// The same as ``getImageList(_:)``.
  @_disfavoredOverload
  public func getDrawableList(_ key: String) -> [String]? { getImageList(key) }

  /// The same as ``getImageMap(_:)``.
  @_disfavoredOverload
  public func getDrawableMap(_ key: String) -> [String: String]? { getImageMap(key) }

  /// The members of this object that name images; nil if there is no object.
  public func asImageMap() -> [String: String]? { json?.compactMap(image) }

  private func image(_ value: JSONValue) -> String? {
    value.stringValue.flatMap { resources.hasImage($0) ? $0 : nil }
  }
}
