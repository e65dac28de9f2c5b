package android.graphics.drawable

class Drawable
